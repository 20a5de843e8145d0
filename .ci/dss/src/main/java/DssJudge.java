import eu.europa.esig.dss.enumerations.Indication;
import eu.europa.esig.dss.enumerations.SubIndication;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.pades.validation.PDFDocumentValidator;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.spi.x509.revocation.ocsp.ExternalResourcesOCSPSource;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges PDF files by EU DSS, offline. One job a line on standard input, tab-separated: file, trusted certificates
 * (DER files, separated by semicolons), revocation data (.ocsp and .crl files), moment in milliseconds since 1970. One
 * line a signature on standard output: file, id, indication, sub-indication or -, format, name of its field; a file that
 * cannot be judged gets one line with ERROR.
 */
public final class DssJudge {
  public static void main(String[] arguments) throws Exception {
    BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in));
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      String[] job = line.split("\t", -1);
      try {
        judge(job);
      } catch (Exception error) {
        System.out.println(String.join("\t", job[0], "-", "ERROR", error.getClass().getSimpleName(), "-"));
      }
    }
  }

  private static void judge(String[] job) throws Exception {
    PDFDocumentValidator validator = new PDFDocumentValidator(new FileDocument(job[0]));
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (Path path : files(job[1], "")) {
      CertificateToken certificate = DSSUtils.loadCertificate(Files.readAllBytes(path));
      trusted.addCertificate(certificate);
    }
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setAIASource(null);
    verifier.setOcspSource(new ExternalResourcesOCSPSource(streams(job[2], ".ocsp")));
    verifier.setCrlSource(new ExternalResourcesCRLSource(streams(job[2], ".crl")));
    validator.setCertificateVerifier(verifier);
    validator.setValidationTime(new Date(Long.parseLong(job[3])));
    Reports reports = validator.validateDocument();
    SimpleReport report = reports.getSimpleReport();
    for (String id : report.getSignatureIdList()) {
      Indication indication = report.getIndication(id);
      SubIndication sub = report.getSubIndication(id);
      System.out.println(String.join("\t", job[0], id, indication.name(), sub == null ? "-" : sub.name(),
          String.valueOf(report.getSignatureFormat(id)), field(reports, id)));
    }
    if (report.getSignatureIdList().isEmpty()) {
      System.out.println(String.join("\t", job[0], "-", "NO_SIGNATURE", "-", "-"));
    }
  }

  private static String field(Reports reports, String id) {
    String name = reports.getDiagnosticData().getSignatureById(id).getFirstFieldName();
    return name == null ? "" : name.replaceAll("\\s", " ");
  }

  private static List<Path> files(String list, String ending) {
    return Stream.of(list.split(";"))
        .filter(name -> !name.isEmpty() && name.endsWith(ending))
        .map(Path::of)
        .collect(Collectors.toList());
  }

  private static InputStream[] streams(String list, String ending) throws Exception {
    List<InputStream> streams = new ArrayList<>();
    for (Path path : files(list, ending)) {
      streams.add(new ByteArrayInputStream(Files.readAllBytes(path)));
    }
    return streams.toArray(new InputStream[0]);
  }
}
